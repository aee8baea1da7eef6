import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Accordion } from "./Accordion";
import { Banner } from "./Banner";
import { Button } from "./Button";
import { Checkbox } from "./choice/Checkbox";
import { RadioCards } from "./choice/RadioCards";
import { RadioChips } from "./choice/RadioChips";
import { Select } from "./choice/Select";
import { Price } from "./Price";
import { Stepper } from "./Stepper";

test("chips are a radio group that arrow keys move in, past what cannot be chosen", async () => {
  function Days() {
    const [day, setDay] = useState<"mon" | "tue" | "wed">("mon");
    const options = [
      { value: "mon", label: "maanantai" },
      { value: "tue", label: "tiistai", isDisabled: true },
      { value: "wed", label: "keskiviikko" },
    ] as const;
    return <RadioChips legend="Päivä" options={options} value={day} onChange={setDay} />;
  }
  render(<Days />);
  const group = screen.getByRole("group", { name: "Päivä" });
  expect(within(group).getByRole("radio", { name: "tiistai" })).toBeDisabled();
  within(group).getByRole("radio", { name: "maanantai" }).focus();
  await userEvent.keyboard("{ArrowDown}");
  expect(within(group).getByRole("radio", { name: "keskiviikko" })).toBeChecked();
});

test("a card that is forbidden stays with its reason, and cannot be chosen", async () => {
  const choose = vi.fn<(value: string) => void>();
  const options = [
    { value: "card", label: "Kortti" },
    { value: "lunch", label: "Lounasetu", reason: "Ei käy yhdessä kampanjakoodin kanssa." },
  ];
  render(<RadioCards legend="Maksutapa" options={options} value={null} onChange={choose} />);
  const lunch = screen.getByRole("radio", { name: "Lounasetu" });
  expect(lunch).toBeDisabled();
  expect(lunch).toHaveAccessibleDescription("Ei käy yhdessä kampanjakoodin kanssa.");
  await userEvent.click(screen.getByText("Lounasetu"));
  await userEvent.click(screen.getByText("Kortti"));
  expect(choose.mock.calls).toEqual([["card"]]);
});

test("a list, a checkbox and a stepper say what they change", async () => {
  const heard: unknown[] = [];
  const hear = (what: unknown) => heard.push(what);
  const bases = [
    { value: "thin", label: "Ohut" },
    { value: "pan", label: "Pannu" },
  ] as const;
  render(
    <>
      <Select label="Pohja" options={bases} value="thin" onChange={hear} />
      <Checkbox label="Ei pakkauksia" detail="Säästät luontoa." isChecked={false} onChange={hear} />
      <Stepper
        value={1}
        moreLabel="Lisää: Aurajuusto"
        lessLabel="Vähennä: Aurajuusto"
        onMore={() => hear("more")}
        onLess={() => hear("less")}
        canMore
        canLess={false}
      />
    </>,
  );
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Pohja" }), "Pannu");
  await userEvent.click(screen.getByRole("checkbox", { name: "Ei pakkauksia" }));
  await userEvent.click(screen.getByRole("button", { name: "Lisää: Aurajuusto" }));
  await userEvent.click(screen.getByRole("button", { name: "Vähennä: Aurajuusto" }));
  expect(heard).toEqual(["pan", true, "more"]);
});

test("a busy button keeps its name, and hears no further press", async () => {
  const press = vi.fn<() => void>();
  render(
    <Button isBusy onClick={press}>
      Maksa
    </Button>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Maksa" }));
  expect(press).not.toHaveBeenCalled();
});

test("an old price is struck through only where it was more, and readers hear which is which", () => {
  const { container } = render(
    <>
      <Price amount={10} before={12.5} />
      <Price amount={10} before={10} />
    </>,
  );
  expect(container.textContent).toBe("Ennen alennusta 12,50\u00a0€ Hinta 10,00\u00a0€10,00\u00a0€");
});

test("a banner tells of an error at once, and goes when it is told to; a part opens in place", async () => {
  const close = vi.fn<() => void>();
  render(
    <>
      <Banner look="tomaatti" isAlert onClose={close} detail="Kokeile uudelleen.">
        Maksu ei mennyt läpi.
      </Banner>
      <Accordion title="Ota yhteyttä">asiakaspalvelu@ovelle.example</Accordion>
    </>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("Maksu ei mennyt läpi.Kokeile uudelleen.");
  await userEvent.click(screen.getByRole("button", { name: "Sulje" }));
  expect(close).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByText("Ota yhteyttä"));
  expect(screen.getByText(/asiakaspalvelu/)).toBeVisible();
});
