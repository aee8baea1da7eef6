import { TriangleAlert } from "lucide-react";
import { useProblems } from "../../shop/errors/problems";
import { Banner } from "../../ui/Banner";

/** What could not be added: the bars of the page stand behind the dialog. */
export function NotAdded() {
  const { banners, dismiss } = useProblems();
  return banners.map(({ messageCode, message, metadata }) => (
    <Banner
      key={messageCode}
      look="tomaatti"
      icon={<TriangleAlert size={20} strokeWidth={1.75} aria-hidden="true" />}
      isAlert
      isInset
      detail={metadata.invalidOrderNames?.join(", ")}
      onClose={() => dismiss(messageCode)}
    >
      {message}
    </Banner>
  ));
}
