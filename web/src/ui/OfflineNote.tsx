import { WifiOff } from "lucide-react";
import { Note } from "./Note";
import { useOnline } from "./useOnline";

/** Says of what is on its way that it comes when the network is back; nothing while there is one. */
export function OfflineNote({ children }: { children: string }) {
  if (useOnline()) return null;
  return (
    <div role="status">
      <Note tone="stale" icon={<WifiOff size={20} strokeWidth={1.75} aria-hidden="true" />}>
        {children}
      </Note>
    </div>
  );
}
