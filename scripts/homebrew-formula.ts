// The Homebrew formula of a release, from the checksums of its executables.
interface Manifest {
  version: string;
  description: string;
  license: string;
  homepage: string;
}

/** Homebrew's words for a system and a processor, and our word for both. */
const MACHINES = [
  ["on_macos", "on_arm", "darwin-arm64"],
  ["on_macos", "on_intel", "darwin-x64"],
  ["on_linux", "on_arm", "linux-arm64"],
  ["on_linux", "on_intel", "linux-x64"],
] as const;

/** `sums`: SHA-256 by file name. A platform that was not built is left out. */
export function renderFormula(
  { version, description, license, homepage }: Manifest,
  repository: string,
  sums: Readonly<Record<string, string>>,
): string {
  const machines = MACHINES.flatMap(([system, processor, platform]) => {
    const file = `holdfast-${version}-${platform}`;
    const sum = sums[file];
    if (sum === undefined) return [];
    const url = `https://github.com/${repository}/releases/download/v${version}/${file}`;
    return [
      `  ${system} do
    ${processor} do
      url "${url}"
      sha256 "${sum}"
    end
  end
`,
    ];
  });
  const [what = ""] = description.split(/[.,]/);
  return `class Holdfast < Formula
  desc "${what}"
  homepage "${homepage}"
  version "${version}"
  license "${license}"

${machines.join("\n")}
  def install
    bin.install Dir["holdfast-*"].first => "holdfast"
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/holdfast --version").strip
  end
end
`;
}
