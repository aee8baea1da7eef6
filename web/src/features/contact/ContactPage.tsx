import { Blocks } from "../../content/Blocks";
import { blocksOf, textOf } from "../../content/fields";
import { StoryStates } from "../../content/StoryStates";
import { useStory } from "../../shop/catalog/useCatalog";
import { TextPage } from "../../ui/TextPage";
import { usePageTitle } from "../../ui/usePageTitle";
import { Questions } from "./Questions";
import { CONTACT } from "./texts";

const FAQ = "faq";

/** `/ota-yhteytta`: what others have asked, then how to reach us (CT-21). */
export function Component() {
  usePageTitle(CONTACT.title);
  const query = useStory("ota-yhteytta");
  if (!query.data) return <StoryStates query={query} />;
  const { content } = query.data;
  const blocks = [...blocksOf(content, "blocks"), ...blocksOf(content, "endBlocks")];
  return (
    <TextPage
      title={CONTACT.title}
      lead={textOf(content, "lead")}
      aside={<Blocks blocks={blocks.filter(({ component }) => component !== FAQ)} />}
    >
      <Questions topics={blocks.filter(({ component }) => component === FAQ)} />
    </TextPage>
  );
}
