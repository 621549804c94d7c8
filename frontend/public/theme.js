// Sets the theme that was chosen on this device before anything is painted. Without a choice the system decides.
// The key and its values are those of src/app/theme.ts.
try {
  const theme = localStorage.getItem("daybook.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's theme it is.
}
