import { render, screen } from "@testing-library/react";
import { Component, type ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { afterPaint } from "./after-paint";

const Waiting = ({ name }: { name: string }) => <p>{name} comes</p>;
const Here = ({ name }: { name: string }) => <p>{name} is here</p>;

class Boundary extends Component<{ children: ReactNode }, { failure: unknown }> {
  override state = { failure: null };
  static getDerivedStateFromError = (failure: unknown) => ({ failure });
  override render = () =>
    this.state.failure === null ? this.props.children : <p>{String(this.state.failure)}</p>;
}

it("is asked for once the rest is painted, and takes the place of what stood there", async () => {
  const load = vi.fn(async () => Here);
  const Late = afterPaint(load, Waiting);
  render(<Late name="Ann" />);
  expect(screen.getByText("Ann comes")).toBeInTheDocument();
  expect(load).not.toHaveBeenCalled();
  expect(await screen.findByText("Ann is here")).toBeInTheDocument();
  expect(screen.queryByText("Ann comes")).not.toBeInTheDocument();
});

it("fails where it would be, when it cannot be loaded", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Late = afterPaint(() => Promise.reject(new Error("gone")), Waiting);
  render(
    <Boundary>
      <Late name="Ann" />
    </Boundary>,
  );
  expect(await screen.findByText("Error: gone")).toBeInTheDocument();
});

it("asks for nothing once it has left the screen", async () => {
  const load = vi.fn(async () => Here);
  const Late = afterPaint(load, Waiting);
  render(<Late name="Ann" />).unmount();
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  expect(load).not.toHaveBeenCalled();
});
