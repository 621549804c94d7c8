/** Who substitutes for whom, and what is changed about it. */
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../api/client";
import { messageOr } from "../api/error";
import type { Write } from "../api/send";
import { unwrapBody } from "../api/unwrap";
import { fullName } from "../domain/people";
import type { Schemas } from "../domain/types";
import { words } from "./messages";

export type Substitution = Schemas["Substitution"];
export type Naming = Schemas["SubstitutionRequest"];
export type Answer = { readonly message?: string | null; readonly data: Schemas["SubstitutionData"] };

export const pairOf = ({ substitute, manager }: Pick<Substitution, "substitute" | "manager">): string =>
  `${fullName(substitute)} for ${fullName(manager)}`;

export const nameSubstitute: Write<Naming, Answer> = {
  name: "name substitute",
  call: (body) => unwrapBody(api.POST("/api/substitutions", { body })),
  topics: ["settings"],
  done: ({ message, data }) => ({
    message: message ?? "Substitute named",
    description: pairOf(data.substitution),
  }),
  failed: words.nameFailed,
};

/** It stands as ended wherever it is listed, before the lists are fetched anew. */
function show(client: QueryClient, { data: { substitution } }: Answer): void {
  client.setQueriesData<Schemas["Substitutions"]>(
    { queryKey: ["GET", "/api/substitutions"] },
    (list) =>
      list && {
        ...list,
        substitutions: list.substitutions.map((one) => (one._id === substitution._id ? substitution : one)),
      },
  );
}

export const endSubstitution: Write<Substitution, Answer> = {
  name: "end substitution",
  call: ({ _id }) => unwrapBody(api.DELETE("/api/substitutions/{id}", { params: { path: { id: _id } } })),
  topics: ["settings"],
  learn: show,
  done: ({ message }, substitution) => ({
    message: message ?? "Substitution ended",
    description: pairOf(substitution),
  }),
  failed: (error, substitution) => ({
    message: messageOr(error, words.endFailed),
    description: pairOf(substitution),
  }),
};
