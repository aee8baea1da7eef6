// Stands in the page itself: asks for the app once the first paint stands, so that nothing competes with that.
{
  /** @type {{ content: DocumentFragment }} */
  const { content } = document.getElementById("app");
  const entry = content.querySelector("script");
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    entry.remove();
    // Where the network goes before the app has come, nothing of one's own is lost by loading anew.
    entry.onerror = () => addEventListener("online", () => location.reload());
    const sheets = [...content.querySelectorAll("link[rel=stylesheet]")];
    // The app measures itself, so it waits for its styles; without them it is still better than a shape. It asks for those again.
    const dressed = sheets.map(
      (sheet) =>
        new Promise((done) => {
          sheet.onload = done;
          sheet.onerror = () => {
            sheet.dataset.lost = "";
            done();
          };
        }),
    );
    document.head.append(content);
    void Promise.all(dressed).then(() => document.head.append(entry));
  };
  // For a page that is hidden before it was painted, and for browsers that tell of no paint.
  setTimeout(start, document.hidden ? 0 : 1000);
  new PerformanceObserver(start).observe({ type: "paint", buffered: true });
}
