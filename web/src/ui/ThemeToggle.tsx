import { Moon, Sun } from "lucide-react";
import { THEME } from "./texts";
import { chooseTheme, useTheme } from "./theme";
import styles from "./ThemeToggle.module.css";

/** Changes between light and dark, and remembers it. */
export function ThemeToggle() {
  const theme = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  const Icon = other === "dark" ? Moon : Sun;
  return (
    <button type="button" className={styles["toggle"]} onClick={() => chooseTheme(other)}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      {THEME[other]}
    </button>
  );
}
