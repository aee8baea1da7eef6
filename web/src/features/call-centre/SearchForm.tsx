import { Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/TextField";
import styles from "./CallerBar.module.css";
import { CALLER } from "./texts";
import { useCallerSearch } from "./useCallerSearch";

/** The whole number of who calls. */
export function SearchForm({ known }: { known: string }) {
  const search = useCallerSearch();
  const [phone, setPhone] = useState(known);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.querySelector("input");
    void search.find(phone.trim()).then((isFound) => !isFound && field?.focus());
  };
  return (
    <form className={styles["form"]} role="search" onSubmit={send} noValidate>
      <TextField
        name="caller"
        label={CALLER.phone}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={30}
        value={phone}
        onChange={setPhone}
        error={search.trouble}
      />
      <Button type="submit" isBusy={search.isBusy}>
        <Search size={20} strokeWidth={1.75} aria-hidden="true" />
        {CALLER.find}
      </Button>
    </form>
  );
}
