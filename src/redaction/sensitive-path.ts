// Files whose content is never kept, only their name.

/** A template beside the real file. */
const TEMPLATE = /\.(?:example|sample|template|dist|tpl|defaults?)$/;

const NAMES =
  /^(?:\.env(?:rc)?(?:[.-].*)?|.+\.env|id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:_sk)?|\.?netrc|_netrc|\.npmrc|\.yarnrc(?:\.yml)?|\.pypirc|\.pgpass|pgpass\.conf|\.my\.cnf|\.git-credentials|\.htpasswd|\.vault-token|\.boto|\.s3cfg|kubeconfig|credentials(?:\.(?:json|toml|ya?ml|ini|db|tfrc\.json))?|\.credentials(?:\.json)?|secrets?\.(?:json|ya?ml|toml|ini|env)|service[-_]?account.*\.json|application_default_credentials\.json|client_secrets?.*\.json|access_tokens\.db|accesstokens\.json|auth\.json|token\.json|terraform\.tfvars|\.terraformrc|terraform\.rc|login\.keychain(?:-db)?|wallet\.dat|master\.key)$/;

const ENDINGS =
  /\.(?:pem|key|p12|pfx|pkcs12|p8|jks|jceks|keystore|kdbx?|ppk|asc|gpg|pgp|age|agekey|ovpn|tfvars|tfstate|keytab|mobileprovision|snk)$/;

/** Folders, anywhere in the path, of which nothing is kept. */
const FOLDERS = /(?:^|\/)(?:\.git|\.ssh|\.gnupg|\.aws|\.azure|\.password-store|\.docker\/contexts|\.kube)\//;

const STORES =
  /(?:^|\/)(?:\.docker\/config\.json|\.config\/(?:gcloud|gh|hub|glab-cli|op|sops|doctl|containers\/auth\.json)(?:\/.*)?|\.config\/rclone\/rclone\.conf|\.m2\/settings(?:-security)?\.xml|\.gradle\/gradle\.properties|\.gem\/credentials|\.cargo\/credentials(?:\.toml)?|\.nuget\/nuget\.config|\.composer\/auth\.json|\.claude\/\.credentials\.json|\.claude\.json|\.codex\/auth\.json|\.local\/share\/keyrings\/.*|\.bash_history|\.zsh_history|\.python_history|\.psql_history|\.mysql_history|\.node_repl_history|etc\/(?:shadow|gshadow|ssl\/private\/.*)|proc\/[^/]+\/environ|run\/secrets\/.*)$/;

export function isSensitivePath(path: string): boolean {
  const normal = path.replaceAll("\\", "/").toLowerCase();
  const name = normal.slice(normal.lastIndexOf("/") + 1);
  if (FOLDERS.test(normal)) return true;
  if (TEMPLATE.test(name)) return false;
  if (/^(?:\.git|\.ssh|\.gnupg|\.aws|\.kube)$/.test(name)) return true;
  return NAMES.test(name) || ENDINGS.test(name) || STORES.test(normal);
}
