import { useLocation } from "react-router";
import type { Story } from "../../api/client";
import { Blocks } from "../../content/Blocks";
import { blocksOf, textOf } from "../../content/fields";
import { StoryStates } from "../../content/StoryStates";
import { storySlug } from "../../content/storySlug";
import { wasMissingAtFirst } from "../../lib/firstPage";
import { useStory } from "../../shop/catalog/useCatalog";
import { NotFound } from "../../ui/NotFound";
import { TextPage } from "../../ui/TextPage";
import { usePageTitle } from "../../ui/usePageTitle";

/** What editors wrote for an address that is no page of the app's own (CT-01 to CT-04). */
export function Component() {
  const { pathname } = useLocation();
  const slug = storySlug(pathname);
  return slug === null ? <NotFound /> : <StoryAt slug={slug} isMissing={wasMissingAtFirst(pathname)} />;
}

function StoryAt({ slug, isMissing }: { slug: string; isMissing: boolean }) {
  const query = useStory(slug);
  if (query.data) return <Told story={query.data} />;
  // The server has looked already: nothing moves while it is asked again.
  return isMissing && query.isPending ? <NotFound /> : <StoryStates query={query} />;
}

function Told({ story: { content } }: { story: Story }) {
  const title = textOf(content, "title");
  usePageTitle(title);
  return (
    <article>
      <TextPage title={title} lead={textOf(content, "lead")}>
        <Blocks blocks={[...blocksOf(content, "blocks"), ...blocksOf(content, "endBlocks")]} />
      </TextPage>
    </article>
  );
}
