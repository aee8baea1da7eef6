import { ProblemDialog } from "./shell/ProblemDialog";
import { VersionBar } from "./shell/VersionBar";

export { Footer } from "./shell/Footer";

/** What may open over every page. */
export function Overlays() {
  return (
    <>
      <ProblemDialog />
      <VersionBar />
    </>
  );
}
