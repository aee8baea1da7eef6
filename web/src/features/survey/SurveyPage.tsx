import { type FormEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { isListed, useShops } from "../../shop/catalog/useCatalog";
import { Button } from "../../ui/Button";
import { Select } from "../../ui/choice/Select";
import { focusFirstFault } from "../../ui/focusFirstFault";
import { TextPage } from "../../ui/TextPage";
import { useAction } from "../../ui/useAction";
import { usePageTitle } from "../../ui/usePageTitle";
import { leadTo, surveyOf } from "./leadTo";
import { Trouble } from "./Trouble";
import { SURVEY } from "./texts";

/** `/kysely`: of which restaurant somebody wants to say something (T-83, T-85). */
export function Component() {
  usePageTitle(SURVEY.title);
  const shops = useShops();
  if (shops.data) return <Chooser shops={shops.data.filter(isListed)} />;
  return shops.isError ? (
    <Trouble text={SURVEY.failed} onRetry={() => void shops.refetch()} />
  ) : (
    <TextPage title={SURVEY.title}>
      <p role="status">{SURVEY.loading}</p>
    </TextPage>
  );
}

function Chooser({ shops }: { shops: readonly { shopId: string; displayName: string }[] }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [restaurantId, setRestaurant] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { act, isBusy, trouble, mend } = useAction(SURVEY.failed);
  const utmSource = search.get("utm_source");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(restaurantId === "");
    if (restaurantId === "") return focusFirstFault(event.currentTarget);
    const subject = { restaurantId, ...(utmSource !== null && { utm_source: utmSource }) };
    void act(async () => leadTo(await surveyOf(subject), {}, navigate));
  };
  const choose = (chosen: string) => {
    setRestaurant(chosen);
    setMissing(false);
    mend();
  };
  return (
    <TextPage title={SURVEY.title} lead={SURVEY.lead}>
      <form onSubmit={submit} noValidate>
        <Select
          label={SURVEY.restaurant}
          options={[
            { value: "", label: SURVEY.choose },
            ...shops.map(({ shopId, displayName }) => ({ value: shopId, label: displayName })),
          ]}
          value={restaurantId}
          onChange={choose}
          error={isMissing ? SURVEY.required : trouble}
        />
        <Button type="submit" isBusy={isBusy}>
          {SURVEY.go}
        </Button>
      </form>
    </TextPage>
  );
}
