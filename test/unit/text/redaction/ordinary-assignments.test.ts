import { describe, expect, test } from "bun:test";
import { redact } from "../../../../src/text/redaction/redact.ts";

/** Names of secrets in ordinary code and prose, with no secret beside them. */
const LINES = {
  TypeScript: [
    "password: string",
    "token?: string | undefined;",
    "const secretKey = process.env.X",
    'const secretKey = process.env.SECRET_KEY ?? "";',
    "token = getToken()",
    "const token = await readToken(path, { retries: 3 });",
    "this.password=e.password,this.token=t(2);return n1(r)",
    "if(token===null||secret!==u[1])return f2(a)",
    "export const TOKEN=makeToken(16);",
    "const API_KEY=config.get('api.key2');",
    "const { password, token } = readSettings(v2);",
    'password ? "PASS" : "FAIL"',
    "tokens.map((token) => token.id2)",
    "schema.object({ password: z.string().min(8), token: z.string().uuid() })",
    "setPassword(event.target.value)",
    'setToken("")',
  ],
  Python: [
    "password_field = forms.CharField()",
    "password = forms.CharField(widget=forms.PasswordInput, max_length=128)",
    "def login(self, password: str, token: Optional[str] = None) -> None:",
    "connect(user=user, password=get_password(name2), port=1)",
    'PASSWORD = os.environ["DB_PASSWORD"]',
    "SECRET_KEY = os.getenv('SECRET_KEY')",
    "token = tokens[index + 1]",
    "assert token == expected_token2",
  ],
  Go: [
    'Password string `json:"password"`',
    "token, err := parseToken(b2[1:])",
    'cfg.Password = flags.String("password", "", "the password")',
    'fmt.Sprintf("Secret: "+format("%v", s.Secret))',
    "if token := r.Header.Get(name); token != nil {",
  ],
  Rust: [
    "pub secret: Vec<u8>,",
    "master_secret: PayloadU8,",
    "ConnectionTrafficSecrets::Aes128Gcm { key, salt, iv }",
    "fn token(&self) -> &str {",
  ],
  Java: [
    "private final String password;",
    "user.setPassword(encoder.encode(raw));",
    "String token = header.substring(7);",
  ],
  shells: [
    "PASSWORD=$(cat /run/secrets/db)",
    'DB_PASSWORD="$PASSWORD" run',
    "TOKEN=$1; shift",
    "read -s PASSWORD",
    "PWD=/home/me/project2",
    "OLDPWD=/tmp/build-7(old)",
    "docker run -e POSTGRES_PASSWORD postgres",
    "unzip -q a.zip && mkdir -p docker/todo2",
    "mysql -p",
    "--password, -p  the password to use",
  ],
  prose: [
    'The commands identified by "yes2" are conditional.',
    "a token is 3 or 4 characters",
    "Enter your password: ",
    "the secret to 10x growth",
    "pass: 12, fail: 0",
    "# pass 12",
    "see ssh <private key> for more",
  ],
  markup: [
    `<password>$${"{db.password}"}</password>`,
    '<input type="password" name="password" />',
    "<label>Password</label>",
    "http://[::1]:5173/@vite/client",
    "http://localhost:3000/@fs/app",
    "https://host:8080/npm/package@1.2.3",
  ],
};

for (const [kind, lines] of Object.entries(LINES))
  describe(`nothing is removed from ${kind}`, () => {
    for (const line of lines)
      test(line, () => {
        expect(redact(line).text).toBe(line);
        expect(redact(`before\n    ${line}\nafter`).count).toBe(0);
      });
  });
