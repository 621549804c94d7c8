// What cannot wait for the scripts of the portal: it runs before anything is painted, and before anything else is loaded.

// Sets the theme that was chosen on this device. Without a choice the system decides.
// The key and its values are those of src/app/theme.ts.
try {
  const theme = localStorage.getItem("daybook.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's theme it is.
}

// Takes what the way by a provider ends with out of the address, and with it out of the history. src/session/arrival.ts has it.
if (/^#(code|failure|linked)\b/.test(location.hash)) {
  window.daybookArrival = location.hash.slice(1);
  history.replaceState(null, "", location.pathname + location.search);
}
