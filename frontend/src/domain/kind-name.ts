/** "Days decided", of `days-decided`: what the server calls a kind of action or of mail, as people read it. */
export function kindName(kind: string): string {
  const text = kind.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
