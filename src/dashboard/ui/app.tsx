// The frame: where one can go, which project, whether it is live; and the view.
import { useEffect } from "preact/hooks";
import { SLOWLY_MS, useConnection, useRead } from "./api.ts";
import { Notices } from "./dialog.tsx";
import { Select } from "./fields.tsx";
import { Icon } from "./icons.tsx";
import { Keyboard, VIEW_KEYS } from "./keyboard.tsx";
import { go, linkTo, type Route, useRoute, VIEWS, type View, withQuery } from "./router.ts";
import { ThemeButton, useThemeSwitch } from "./theme.tsx";
import { HealthView } from "./views/health.tsx";
import { InsightsView } from "./views/insights.tsx";
import { MemoriesView } from "./views/memories.tsx";
import { NowView } from "./views/now.tsx";
import { SessionsView } from "./views/sessions.tsx";
import { StopsView } from "./views/stops.tsx";

export const VIEW_NAMES: Record<View, string> = {
  now: "Now",
  stops: "Stops",
  sessions: "Sessions",
  memories: "Memories",
  insights: "Insights",
  health: "Health",
};

const COMPONENTS: Record<View, (route: Route) => preact.JSX.Element> = {
  now: NowView,
  stops: StopsView,
  sessions: SessionsView,
  memories: MemoriesView,
  insights: InsightsView,
  health: HealthView,
};

export function App() {
  const route = useRoute();
  const theme = useThemeSwitch();
  const name = VIEW_NAMES[route.view];
  useEffect(() => {
    document.title = `${name} · holdfast`;
  }, [name]);
  const View = COMPONENTS[route.view];
  return (
    <>
      <a class="skip" href="#main">
        To the content
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
              aria-current={view === route.view ? "page" : undefined}
              title={`g ${VIEW_KEYS[view]}`}
            >
              <Icon name={view} />
              {VIEW_NAMES[view]}
            </a>
          ))}
        </nav>
        <div class="bar-end">
          <LiveState />
          <ProjectSelect project={route.query.get("project") ?? ""} />
          <ThemeButton name={theme.name} onClick={theme.next} />
        </div>
      </header>
      <main id="main" tabIndex={-1} class={`view-${route.view}`}>
        <h1 class="visually-hidden">{name}</h1>
        <View key={route.view} {...route} />
      </main>
      <Notices />
      <Keyboard onTheme={theme.next} />
    </>
  );
}

function ProjectSelect({ project }: { project: string }) {
  const { data } = useRead("/api/projects", {}, ["sessions"], "", SLOWLY_MS);
  return (
    <Select
      label="Project"
      value={project}
      options={[["", "All projects"], ...(data ?? []).map((one) => [one.projectKey, one.name] as const)]}
      onChange={(chosen) => go(withQuery({ project: chosen }))}
    />
  );
}

const STATES = { connecting: "Connecting", live: "Live", lost: "Offline" } as const;

function LiveState() {
  const connection = useConnection();
  return (
    <span class={`live ${connection}`} role="status">
      <i />
      {STATES[connection]}
    </span>
  );
}
