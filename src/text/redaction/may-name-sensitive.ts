// Whether a text may name a file whose content is never kept. In doubt it may: false is certain, and found without the
// patterns of sensitive-path.ts, which take longer to make than the rest of a capture.

/** Every such name has one of these in it. */
const PARTS =
  ".env netrc id_rsa id_dsa id_ecdsa id_ed25519 id_xmss .npmrc .yarnrc .pypirc pgpass .my.cnf credentials .htpasswd " +
  ".vault-token .boto .s3cfg .terraformrc terraform.rc _history secret service-account service_account serviceaccount " +
  "tokens.json token.json auth.json access_tokens.db kubeconfig login.keychain wallet.dat " +
  ".pem .key .p12 .pfx .pkcs12 .p8 .jks .jceks .kdb .ppk .asc .gpg .pgp .age .ovpn .tfvars .tfstate .mobileprovision .snk " +
  ".git .ssh .gnupg .aws .azure .kube .password-store .docker/ .config/ claude.json .m2/ gradle.properties nuget.config " +
  "keyrings/ etc/shadow etc/gshadow ssl/private /environ";

export function mayNameSensitive(text: string): boolean {
  const normal = text.replaceAll("\\", "/").toLowerCase();
  for (const part of PARTS.split(" ")) if (normal.includes(part)) return true;
  return false;
}
