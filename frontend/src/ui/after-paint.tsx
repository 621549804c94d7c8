import { type ComponentType, type ReactNode, useEffect, useState } from "react";

/**
 * A component that is loaded once the screen around it is painted, for what nobody needs before they have seen the rest. Until it is
 * here, `before` stands in its place. Where it cannot be loaded, that is an error of the place where it would be.
 */
export function afterPaint<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  before: (props: Props) => ReactNode,
): ComponentType<Props> {
  return function AfterPaint(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      const start = () =>
        load().then(
          (component) => setLoaded(() => component),
          (failure: unknown) =>
            setLoaded(() => {
              throw failure;
            }),
        );
      const frame = requestAnimationFrame(() => setTimeout(start));
      return () => cancelAnimationFrame(frame);
    }, []);
    return Loaded ? <Loaded {...props} /> : before(props);
  };
}
