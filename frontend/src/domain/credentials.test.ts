import { describe, expect, it } from "vitest";
import { checkNewPassword, looksLikeEmail } from "./credentials";

describe("an address", () => {
  it.each(["a@b.c", "ann.o'neil+x@example.org", "jörg@münchen.example", "用户@例子.测试"])(
    "%s looks like one",
    (text) => {
      expect(looksLikeEmail(text)).toBe(true);
    },
  );

  it.each(["", "a", "@", "a@b", "a b@c.d", "a@b c.d", "a@@b.c", "@b.c", "a@", "a@.", "a@b.c\n"])(
    "%j does not",
    (text) => {
      expect(looksLikeEmail(text)).toBe(false);
    },
  );
});

describe("a new password", () => {
  it.each([
    ["", "", false, false],
    ["12345", "12345", false, true],
    ["123456", "123456", true, true],
    ["123456", "123457", true, false],
    // Spaces are part of it.
    ["     x", "     x", true, true],
    // Three faces are three characters, though they take more room in memory.
    ["😀😀😀", "😀😀😀", false, true],
    ["😀😀😀😀😀😀", "😀😀😀😀😀😀", true, true],
  ])("%j repeated as %j", (password, confirmation, longEnough, match) => {
    expect(checkNewPassword(password, confirmation, 6)).toEqual({ longEnough, match });
  });

  it("is as long as the organisation asks for, and what the server decides where that is not known", () => {
    const longEnough = (password: string, minimum?: number) =>
      checkNewPassword(password, password, minimum).longEnough;
    expect([longEnough("123456789", 10), longEnough("1234567890", 10)]).toEqual([false, true]);
    expect([longEnough("", undefined), longEnough("1", undefined)]).toEqual([false, true]);
  });
});
