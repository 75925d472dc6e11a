/**
 * The ways to a Waybill: direct, over its own TLS, through each proxy as docs/operating.md sets it up, and over slow
 * connections.
 */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../apps/server/test/app/free-port.ts'
import { ensureDocumentedProxies } from '../../scripts/install/ensure-proxies.ts'
import { startProcess } from '../servers.ts'

export const doorNames = ['plain', 'tls', 'nginx', 'caddy', 'haproxy', 'slow', 'slow-tls'] as const
export type DoorName = (typeof doorNames)[number]

export interface Door {
  name: DoorName
  port: number
  isTls: boolean
  /** The connection that Waybill sees is the proxy's. */
  isProxied: boolean
}

export type ProxyName = 'nginx' | 'caddy' | 'haproxy'

const programs: Record<ProxyName, (config: string) => string[]> = {
  nginx: (config) => ['/usr/sbin/nginx', '-c', config, '-e', `${config}.log`],
  caddy: (config) => ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', config],
  haproxy: (config) => ['/usr/sbin/haproxy', '-db', '-f', config],
}

/** A proxy in front of the Waybill at `to`; it uses plain HTTP, since only its connection to Waybill matters here. */
export async function startProxy(name: ProxyName, to: number): Promise<Door & AsyncDisposable> {
  ensureDocumentedProxies()
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  const port = await freePort()
  const config = join(dir, name)
  const [program = '', ...args] = programs[name](config)
  await writeFile(config, settings[name]({ dir, port, to }))
  const env = { HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir }
  const server = await startProcess({ command: [program, ...args], env, port, dir })
  return {
    name,
    port,
    isTls: false,
    isProxied: true,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

interface Place {
  dir: string
  port: number
  to: number
}

const settings: Record<ProxyName, (place: Place) => string> = {
  nginx: ({ dir, port, to }) => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${dir}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${dir}/body;
  proxy_temp_path ${dir}/proxy; fastcgi_temp_path ${dir}/fastcgi; uwsgi_temp_path ${dir}/uwsgi; scgi_temp_path ${dir}/scgi;
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 65m;
    proxy_request_buffering off;
    proxy_buffering off;
    proxy_max_temp_file_size 0;
    proxy_read_timeout 120s;
    location / {
      proxy_pass http://127.0.0.1:${to};
      proxy_http_version 1.1;
      proxy_set_header Host localhost:${to};
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Connection "";
    }
  }
}
`,
  caddy: ({ port, to }) => `
{
  admin off
  auto_https off
}
http://:${port} {
  reverse_proxy 127.0.0.1:${to} {
    header_up Host localhost:${to}
    health_uri /-/ready
    health_interval 1s
    health_headers {
      Host localhost:${to}
    }
    lb_try_duration 5s
    flush_interval -1
  }
}
`,
  haproxy: ({ port, to }) => `
defaults
  mode http
  timeout connect 5s
  timeout client 120s
  timeout server 120s
  timeout check 2s
  option forwardfor
  option redispatch
  retries 3
  retry-on conn-failure empty-response
frontend send
  bind 127.0.0.1:${port}
  http-request set-header Host localhost:${to}
  default_backend waybill
backend waybill
  option httpchk
  http-check send meth GET uri /-/ready hdr Host localhost:${to}
  default-server check inter 500 fall 1 rise 1
  server n0 127.0.0.1:${to}
`,
}
