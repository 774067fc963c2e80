import { UserError } from "../text/user-error.ts";

export function refuseOtherPlatforms(platform: string): void {
  if (platform === "linux" || platform === "darwin") return;
  throw new UserError(
    "unsupported-platform",
    `holdfast runs on Linux and macOS, not on ${platform}.`,
    "On Windows, use it inside WSL.",
  );
}
