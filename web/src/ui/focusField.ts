/** Goes to a field of a form by its name: to the first that is wrong. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const element = form?.elements.namedItem(name);
  if (element instanceof HTMLInputElement) element.focus();
}
