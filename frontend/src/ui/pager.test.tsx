import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { pageNumbers, showingResults } from "../domain/paging";
import { Pager } from "./pager";

function show(pages: number, first = 1) {
  function Example() {
    const [page, setPage] = useState(first);
    return (
      <Pager
        label="Pages of employees"
        summary={showingResults(page, 10, pages * 10 - 3)}
        page={page}
        pages={pages}
        onPage={setPage}
      />
    );
  }
  render(<Example />);
  return userEvent.setup();
}

const numbers = () => screen.getAllByRole("button", { name: /^Page / }).map((button) => button.textContent);

describe("the pager", () => {
  it("offers at most five numbers, around the present one", () => {
    expect(pageNumbers(1, 3)).toEqual([1, 2, 3]);
    expect(pageNumbers(1, 1000)).toEqual([1, 2, 3, 4, 5]);
    expect(pageNumbers(3, 1000)).toEqual([1, 2, 3, 4, 5]);
    expect(pageNumbers(4, 1000)).toEqual([2, 3, 4, 5, 6]);
    expect(pageNumbers(999, 1000)).toEqual([996, 997, 998, 999, 1000]);
    expect(pageNumbers(1, 0)).toEqual([]);
  });

  it("says which results are shown", () => {
    expect(showingResults(2, 10, 32)).toBe("Showing 11 to 20 of 32 results");
    expect(showingResults(4, 10, 32)).toBe("Showing 31 to 32 of 32 results");
    expect(showingResults(1, 10, 0)).toBe("Showing 0 to 0 of 0 results");
  });

  it("goes to a page by its number and by steps", async () => {
    const user = show(9);
    expect(numbers()).toEqual(["1", "2", "3", "4", "5"]);
    await user.click(screen.getByRole("button", { name: "Page 5" }));
    expect(numbers()).toEqual(["3", "4", "5", "6", "7"]);
    expect(screen.getByRole("button", { name: "Page 5" })).toHaveAttribute("aria-current", "page");
    expect(screen.getByRole("status")).toHaveTextContent("Showing 41 to 50 of 87 results");
    await user.click(screen.getByRole("button", { name: "Previous" }));
    expect(screen.getByRole("button", { name: "Page 4" })).toHaveAttribute("aria-current", "page");
  });

  it("keeps the focus when the last page takes the pressed button out of use", async () => {
    const user = show(2);
    const next = screen.getByRole("button", { name: "Next" });
    next.focus();
    await user.keyboard("{Enter}");
    expect(next).toBeDisabled();
    expect(screen.getByRole("button", { name: "Previous" })).toHaveFocus();
  });
});
