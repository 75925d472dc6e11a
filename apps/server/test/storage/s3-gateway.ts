/** nginx before a real S3 store, which answers some requests by itself, as gateways of other makers would. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../app/free-port.ts'
import { until } from '../app/until.ts'
import { MemberProcess } from '../nodes/member-process.ts'
import { answers } from '../nodes/node-farm.ts'

/** `rules`: lines of nginx for each request, before it is passed on. */
export async function openGateway(endpoint: string, rules: string) {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-gateway-'))
  const port = await freePort()
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name))
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  client_max_body_size 0;
  server {
    listen 127.0.0.1:${port};
    location / {
      ${rules}
      proxy_pass ${endpoint};
      proxy_set_header Host $http_host;
    }
  }
}
`,
  )
  const nginx = new MemberProcess({
    command: ['/usr/sbin/nginx', '-c', file, '-e', 'stderr'],
    logFile: join(folder, 'nginx.log'),
  })
  nginx.start()
  await until(() => answers(port))
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      await nginx.end()
      rmSync(folder, { recursive: true })
    },
  }
}
