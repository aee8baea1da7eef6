import styles from "./Map.module.css";

/** An element to stand on a map; what it shows is put into it. */
export function makePin(): HTMLElement {
  const element = document.createElement("div");
  element.className = styles["pin"] ?? "";
  return element;
}
