const SECRET_NAMES = [
  /^\.env(\..+)?$/,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx|asc|gpg|ppk|tfvars|tfstate)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)/,
  /^\.(netrc|npmrc|pypirc|pgpass|htpasswd|git-credentials|dockercfg)$/,
  /(^|[^a-z])(secret|credential|password|token)s?([^a-z]|$)/,
];
const SECRET_FOLDERS = /(^|\/)\.(ssh|gnupg|aws|azure|gcloud|kube|docker)\//;

/** By its name it holds keys or passwords: nothing of it is kept. */
export function isSecretPath(path: string): boolean {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  return SECRET_FOLDERS.test(lower) || SECRET_NAMES.some((pattern) => pattern.test(name));
}
