import { ApiError, readStory, type Story } from "../../api/client";
import { keepPreview, previewToken } from "../../lib/preview";

/** Reads a story: for an editor its draft. A token that shows none any more is forgotten. */
export async function askStory(slug: string, signal: AbortSignal): Promise<Story> {
  const token = previewToken();
  if (token === null) return readStory(slug, { signal });
  try {
    return await readStory(slug, { signal, previewToken: token });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "cms/preview-forbidden")) throw error;
    keepPreview("");
    return readStory(slug, { signal });
  }
}
