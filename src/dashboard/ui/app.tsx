// The frame of every page: navigation, project, connection state; and the view.
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { capitalise } from "../../text/capitalise.ts";
import { connection, SLOWLY_MS, useRead } from "./api.ts";
import { Notices } from "./dialog.tsx";
import { Select } from "./fields.tsx";
import { formatClock } from "./format.ts";
import { Icon } from "./icons.tsx";
import { Keyboard, VIEW_KEYS } from "./keyboard.tsx";
import { Command, Empty, ProjectNames, UntrustedText } from "./parts.tsx";
import { linkTo, type Route, TABS, useRoute, VIEWS, type View } from "./router.ts";
import { ThemeButton } from "./theme.tsx";
import { HealthView } from "./views/health.tsx";
import { MemoriesView } from "./views/memories.tsx";
import { NowView } from "./views/now.tsx";
import { SessionsView } from "./views/sessions.tsx";
import { StopsView } from "./views/stops.tsx";

const COMPONENTS: Record<View, (route: Route) => preact.JSX.Element> = {
  now: NowView,
  stops: StopsView,
  sessions: SessionsView,
  memories: MemoriesView,
  health: HealthView,
};

export function App() {
  const route = useRoute();
  const { view: here, id, query } = route;
  const projects = useRead("/api/projects", {}, ["sessions"], SLOWLY_MS).data;
  const names = useMemo(
    () => new Map(projects?.map(({ projectKey, name }) => [projectKey, name])),
    [projects],
  );
  const name = here === null ? "Not found" : capitalise(here);
  // Set before an open item sets its own title.
  useLayoutEffect(() => {
    document.title = `${TABS[id] ?? name} · holdfast`;
  }, [name, id]);
  const isFirst = useRef(true);
  useEffect(() => {
    // When the focused link is gone, focus moves to the view, not to the top of the page.
    if (!isFirst.current && document.activeElement === document.body)
      document.getElementById("main")?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [here]);
  const View = here === null ? NotFound : COMPONENTS[here];
  return (
    <ProjectNames.Provider value={names}>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="bar">
        <a class="brand" href={linkTo("now")}>
          <Icon name="anchor" />
          holdfast
        </a>
        <nav class="views" aria-label="Views">
          {VIEWS.map((view) => (
            <a
              key={view}
              href={linkTo(view)}
              aria-current={view === here ? "page" : undefined}
              title={`g ${VIEW_KEYS[view]}`}
            >
              <Icon name={view} />
              {capitalise(view)}
            </a>
          ))}
        </nav>
        <div class="bar-end">
          <LiveState />
          <Select
            name="project"
            label="Project"
            title={projects?.find(({ projectKey }) => projectKey === query.get("project"))?.project}
            options={[["", "All projects"], ...names]}
          />
          <ThemeButton />
        </div>
      </header>
      <OfflineBar />
      <main id="main" tabIndex={-1}>
        <h1 class="visually-hidden">{name}</h1>
        <View key={here} {...route} />
      </main>
      <Notices />
      <Keyboard />
    </ProjectNames.Provider>
  );
}

function NotFound() {
  return (
    <div class="page">
      <Empty title="Page not found.">
        <UntrustedText text={location.pathname.slice(0, 200)} class="mono" /> is not a page of the dashboard.{" "}
        <a href={linkTo("now")}>Go to Now</a>
      </Empty>
    </div>
  );
}

const STATES = { connecting: "Connecting", live: "Live", lost: "" } as const;

function LiveState() {
  const { state } = connection.use();
  return (
    <span class={`connection ${state}`} role="status">
      {STATES[state] && (
        <>
          <i />
          {STATES[state]}
        </>
      )}
    </span>
  );
}

/** Full width, because nothing on the page updates any more. */
function OfflineBar() {
  const { state, since } = connection.use();
  return (
    <div class="offline" role="alert">
      {state === "lost" && (
        <p>
          <b>Offline</b> since {formatClock(since)}: this page no longer updates. Start the dashboard again:{" "}
          <Command text="holdfast dashboard" />
        </p>
      )}
    </div>
  );
}
