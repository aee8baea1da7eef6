import { Moon, Sun } from "lucide-react";
import { useState } from "react";
import { chooseTheme, shownTheme } from "./theme";
import styles from "./ThemeToggle.module.css";

/** Changes between light and dark, and remembers it. */
export function ThemeToggle() {
  const [theme, setTheme] = useState(shownTheme);
  const other = theme === "dark" ? "light" : "dark";
  const change = () => {
    chooseTheme(other);
    setTheme(other);
  };
  const Icon = other === "dark" ? Moon : Sun;
  return (
    <button type="button" className={styles["toggle"]} onClick={change}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      {other === "dark" ? "Tumma teema" : "Vaalea teema"}
    </button>
  );
}
