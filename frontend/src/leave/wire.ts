/** Short name for the shapes of the API that the screens of leave speak of. */
import type { components } from "../api/schema";

export type Schemas = components["schemas"];
