import { type HookContext, noteFault } from "../../store/event-context.ts";

/** Works on what was captured, after us and without us. */
export async function startDrain(context: HookContext): Promise<void> {
  try {
    const { startDetached } = await import("../../platform/start-detached.ts");
    startDetached(["drain", "--quiet"]);
  } catch (error) {
    await noteFault(context, "capture", error);
  }
}
