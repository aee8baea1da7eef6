import { Button } from "../../ui/Button";
import { Evening } from "./Evening";
import { DOOR } from "./texts";
import { Trouble } from "../../ui/Trouble";

/** While it is not known who is at the door, or where that could not be asked. */
export function Door({ title, failed, onRetry }: { title: string; failed: boolean; onRetry: () => void }) {
  return (
    <Evening title={title}>
      <Trouble>{failed && DOOR.failed}</Trouble>
      {failed ? (
        <Button onClick={onRetry}>{DOOR.retry}</Button>
      ) : (
        <p className="sr-only" role="status">
          {DOOR.asking}
        </p>
      )}
    </Evening>
  );
}
