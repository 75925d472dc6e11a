import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../apps/server/test/app/free-port.ts'
import { ensurePrograms } from '../scripts/install/ensure-programs.ts'
import { type Server, startProcess } from './servers.ts'

const NGINX = '/usr/sbin/nginx'

/**
 * Debian's nginx with its DAV module over `files` in its folder, with sendfile on; over TLS with a certificate and a
 * key file.
 */
export async function startNginx(pair?: Pair): Promise<Server> {
  ensurePrograms({ [NGINX]: 'nginx-light' }, 'The bench needs nginx as a peer')
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  await mkdir(join(dir, 'files'), { mode: 0o777 })
  const port = await freePort()
  const config = join(dir, 'nginx.conf')
  await writeFile(config, settings(dir, port, pair))
  return startProcess({ command: [NGINX, '-c', config, '-e', join(dir, 'error.log')], port, dir })
}

interface Pair {
  certFile: string
  keyFile: string
}

const speaking = (pair?: Pair) =>
  pair ? `ssl_certificate ${pair.certFile}; ssl_certificate_key ${pair.keyFile}; ssl_protocols TLSv1.2 TLSv1.3;` : ''

const settings = (dir: string, port: number, pair?: Pair) => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes auto;
pid ${dir}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  default_type application/octet-stream;
  client_body_temp_path ${dir}/body;
  proxy_temp_path ${dir}/proxy; fastcgi_temp_path ${dir}/fastcgi; uwsgi_temp_path ${dir}/uwsgi; scgi_temp_path ${dir}/scgi;
  server {
    listen 127.0.0.1:${port}${pair ? ' ssl' : ''};
    ${speaking(pair)}
    root ${dir}/files;
    client_max_body_size 0;
    location / { dav_methods PUT DELETE; create_full_put_path on; }
  }
}
`
