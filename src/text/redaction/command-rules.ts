// Passwords where a command has them, with no name beside them.
import { isPlaceholder } from "./placeholder.ts";
import type { Rule } from "./rule.ts";

const ARGUMENT = "\\\\{0,7}[\"']?([^\\s\"'\\\\]{3,200})";

export const listCommandRules = (): readonly Rule[] => [
  command(
    ["curl ", "wget "],
    `(?:curl|wget) [^\\n|]{0,300}?(?:(?<=\\s)-[A-Za-z]{0,4}[uU]|--user|--proxy-user)[ =]{0,3}["']?[^\\s:"'\\\\]{1,100}:([^\\s"'\\\\]{3,200})`,
  ),
  command(["http -", "https -"], `https? (?:-a|--auth)[ =]["']?[^\\s:"'\\\\]{1,100}:([^\\s"'\\\\]{3,200})`),
  command(["sshpass"], `sshpass [^\\n|&;]{0,40}?-p ?${ARGUMENT}`),
  command(["mysql"], `mysql(?:dump|admin|import)? [^\\n|&;]{0,200}?(?<=\\s)-p${ARGUMENT}`),
  command(["mongo"], `mongo(?:sh|dump|restore|import|export)? [^\\n|&;]{0,200}?(?<=\\s)-p ?${ARGUMENT}`),
  command(["redis-cli"], `redis-cli [^\\n|&;]{0,200}?(?:-a|--pass) ${ARGUMENT}`),
  command(["sqlcmd ", "unzip -", "zip -"], `(?:sqlcmd|unzip|zip) [^\\n|&;]{0,200}?(?<=\\s)-P ?${ARGUMENT}`),
  command(["7z "], `7z [^\\n|&;]{0,100}?(?<=\\s)-p${ARGUMENT}`),
  command(
    ["sqlplus ", "oracle:thin:"],
    '(?:sqlplus [^\\n|/]{0,40}?|oracle:thin:)[\\w$]{1,40}/\\\\{0,7}"?([^\\s"\'\\\\/]{3,100}?)(?=\\\\{0,7}"?@)',
  ),
  command(["ldapsearch", "ldapadd", "ldapmodify"], `ldap[a-z]{3,6} [^\\n|&;]{0,200}?(?<=\\s)-w ${ARGUMENT}`),
  command(["smbclient"], "smbclient [^\\n|&;]{0,200}?-U ?[\"']?[^\\s%\"']{1,60}%([^\\s\"'\\\\]{3,200})"),
  command(["net user "], `net user \\S{1,60} (?!/)${ARGUMENT}`),
  command(["az login", "twine upload"], `(?:az|twine) [^\\n|&;]{0,200}?(?<=\\s)-p[ =]${ARGUMENT}`),
  command(
    ["-generic-password", "-internet-passwo"],
    `-(?:generic|internet)-password [^\\n|&;]{0,200}?(?<=\\s)-w ${ARGUMENT}`,
  ),
  command(
    ["docker login", "podman login"],
    `(?:docker|podman) login [^\\n|&;]{0,200}?(?<=\\s)-p[ =]?${ARGUMENT}`,
  ),
  command(["openssl "], `openssl [^\\n|&;]{0,200}?(?:pass:|-K )${ARGUMENT}`),
  command(["--from-literal="], "--from-literal=[\"']?[\\w.-]{1,60}=[\"']?([^\\s\"'\\\\]{3,400})"),
  command(["::add-mask::"], "::add-mask::([^\\s\"'\\\\]{4,400})"),
  command(["convertto-secure"], "ConvertTo-SecureString (?:-String )?\\\\{0,7}[\"']([^\"'\\\\]{3,200})"),
  command(
    ["identified by", "identified with"],
    "identified (?:with \\w{1,40} )?by (?:password )?\\\\{0,7}[\"']([^\\s\"'\\\\]{6,200})",
  ),
  command(
    ["echo "],
    "echo (?:-n )?\\\\{0,7}[\"']?(?:[\\w-]{1,32}:)?([^\\s\"'\\\\|]{6,400})(?=\\\\{0,7}[\"']? ?\\| ?(?:sudo (?:-S|chpasswd)|chpasswd|[^\\n|]{0,80}?--(?:password-stdin|with-token)))",
  ),
];

function command(starts: string[], pattern: string): Rule {
  return {
    id: "command-password",
    starts,
    pattern,
    caseless: true,
    judge: (secret) => !isPlaceholder(secret) && !/^\d{1,5}$/.test(secret),
  };
}
