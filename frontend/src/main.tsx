/** Starts the application in the page. */
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router";
import { clearOnSessionChange, createQueryClient } from "./app/query-client";
import { routesFor } from "./app/routes";
import "./styles/index.css";

const container = document.getElementById("root");
if (container === null) throw new Error("the page has no #root");

const client = createQueryClient();
clearOnSessionChange(client);

const router = createBrowserRouter(routesFor(client));
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
