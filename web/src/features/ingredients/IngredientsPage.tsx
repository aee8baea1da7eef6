import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { ListedIngredient } from "../../api/wire";
import { useListedIngredients } from "../../shop/catalog/useCatalog";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/modal/Dialog";
import { usePageTitle } from "../../ui/usePageTitle";
import { groupsOf } from "./groups";
import styles from "./IngredientsPage.module.css";
import { INGREDIENTS } from "./texts";

/** `/raaka-aineet`: what there is on pizzas, by category (MN-40). */
export function Component() {
  usePageTitle(INGREDIENTS.title);
  return (
    <div className={styles["page"]}>
      <h1>{INGREDIENTS.title}</h1>
      <p className={styles["lead"]}>{INGREDIENTS.lead}</p>
      <Ingredients />
    </div>
  );
}

function Ingredients() {
  const { data, isError, refetch } = useListedIngredients();
  if (data) return <Groups ingredients={data} />;
  if (!isError) return <p role="status">{INGREDIENTS.loading}</p>;
  return (
    <div role="alert">
      <p>{INGREDIENTS.failed}</p>
      <Button onClick={() => void refetch()}>{INGREDIENTS.retry}</Button>
    </div>
  );
}

function Groups({ ingredients }: { ingredients: readonly ListedIngredient[] }) {
  const [opened, setOpened] = useState<ListedIngredient | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const groups = groupsOf(ingredients);
  if (groups.length === 0) return <p>{INGREDIENTS.none}</p>;
  const open = (ingredient: ListedIngredient) => {
    setOpened(ingredient);
    setIsOpen(true);
  };
  return (
    <>
      {groups.map((group) => (
        <details key={group.id} className={styles["group"]} name="raaka-aineet">
          <summary>
            <h2>{group.name}</h2>
            <span className="quiet">{group.ingredients.length}</span>
            <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" />
          </summary>
          <ul>
            {group.ingredients.map((ingredient) => (
              <li key={ingredient.id}>
                <button type="button" aria-haspopup="dialog" onClick={() => open(ingredient)}>
                  {ingredient.name}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={opened?.name ?? ""} size="small">
        {opened && <About ingredient={opened} />}
      </Dialog>
    </>
  );
}

/** What is told of an ingredient (MN-41). */
function About({ ingredient: { summaryDescription, description } }: { ingredient: ListedIngredient }) {
  const texts = [summaryDescription, description].filter((text) => text !== null && text !== undefined);
  if (texts.length === 0) return <p>{INGREDIENTS.nothing}</p>;
  return (
    <div className={styles["about"]}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
