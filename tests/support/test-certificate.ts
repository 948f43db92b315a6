import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findOnPath } from '@called-it/launch/system-program'

export type TestCertificate = { readonly key: string; readonly cert: string }

type Wanted = {
  /** As in `IP:127.0.0.1` or `DNS:mail.example`. */
  name: string
  from?: string
  until?: string
  /** Absent: it signs itself. */
  issuer?: TestCertificate
}

const CONFIG = `
[ca]
default_ca = test
[test]
database = index
new_certs_dir = .
rand_serial = yes
policy = any
default_md = sha256
copy_extensions = copy
[any]
commonName = supplied
`

export const hasOpenSsl = findOnPath(['openssl']) !== undefined

/** Made by OpenSSL. The times are as in `20200101000000Z`. */
export function makeCertificate({ name, from, until = '21000101000000Z', issuer }: Wanted): TestCertificate {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'))
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text)
  const openssl = (...given: string[]) => execFileSync('openssl', given, { cwd: folder, stdio: 'pipe' })
  try {
    write('config', CONFIG)
    write('index', '')
    const subject = ['-subj', `/CN=${name.replace(/^\w+:/, '')}`, '-addext', `subjectAltName=${name}`]
    const mayIssue = ['-addext', 'basicConstraints=CA:TRUE']
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key']
    openssl('req', '-new', ...newKey, ...subject, ...mayIssue, '-out', 'request')
    if (issuer) {
      write('issuer', issuer.cert)
      write('issuer-key', issuer.key)
    }
    const signer = issuer ? ['-cert', 'issuer', '-keyfile', 'issuer-key'] : ['-selfsign', '-keyfile', 'key']
    const times = [...(from ? ['-startdate', from] : []), '-enddate', until]
    openssl(
      ...['ca', '-batch', '-notext', '-config', 'config'],
      ...[...signer, ...times, '-in', 'request', '-out', 'cert'],
    )
    const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
    return { key: read('key'), cert: read('cert') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
