import { messages } from "../messages/en";

export function Loading() {
  return (
    <p role="status" className="loading">
      {messages.guard.loading}
    </p>
  );
}
