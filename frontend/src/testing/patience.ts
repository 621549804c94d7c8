/** How long a test waits for what does not come. Nothing is expected to be quick: the machine may have other work. */
export const PATIENCE = 45_000;
