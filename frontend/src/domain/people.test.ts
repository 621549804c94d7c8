import { describe, expect, it } from "vitest";
import { fullName, initialsOf, mailtoOf } from "./people";

describe("a person on a screen", () => {
  it("has initials of whole characters", () => {
    expect(initialsOf({ firstName: "ada", lastName: "Lindqvist" })).toBe("AL");
    expect(initialsOf({ firstName: "Amélie", lastName: "é́clair" })).toBe("AÉ́");
    expect(initialsOf({ firstName: "👩‍🔬 Marie", lastName: "Curie" })).toBe("👩‍🔬C");
    expect(initialsOf({ firstName: "", lastName: "" })).toBe("");
  });

  it("has a name without stray blanks", () => {
    expect(fullName({ firstName: "Ada", lastName: "Lindqvist" })).toBe("Ada Lindqvist");
    expect(fullName({ firstName: "Ada", lastName: "" })).toBe("Ada");
  });

  it("is written to at the address alone", () => {
    expect(mailtoOf("ada@daybook.example")).toBe("mailto:ada@daybook.example");
    expect(mailtoOf("a?bcc=x&b@daybook.example")).toBe("mailto:a%3Fbcc%3Dx%26b@daybook.example");
  });
});
