/** The last resort: a screen failed to load or to render. Never a blank page. */
import clsx from "clsx";
import { useEffect, useRef } from "react";
import { useRouteError } from "react-router";
import { ApiError } from "../api/error";
import { messages, tabTitle } from "../messages/en";
import { Button, buttonClass } from "../ui/button";
import styles from "./notice-page.module.css";
import { useOrganisation } from "./organisation";

/** `framed`: header and menus stand around it, and the page has its main part already. */
export function RouteError({ framed = false }: { framed?: boolean }) {
  const Frame = framed ? "div" : "main";
  const error = useRouteError();
  const requestId = error instanceof ApiError ? error.requestId : null;
  const { name } = useOrganisation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = tabTitle(messages.failure.title, name);
  }, [name]);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Frame className={clsx(styles.notice, framed && styles.framed)}>
      <h1 ref={heading} tabIndex={-1}>
        {messages.failure.title}
      </h1>
      <p>This page could not be shown. Reloading usually helps.</p>
      {requestId !== null && (
        <p>{`If it does not, give your administrator the request number: ${requestId}`}</p>
      )}
      <div className={clsx("actions", styles.actions)}>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
        {/* A plain link: it loads everything anew, which is the point. */}
        <a className={buttonClass("secondary")} href="/">
          Go to the start page
        </a>
      </div>
    </Frame>
  );
}
