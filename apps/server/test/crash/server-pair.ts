/** Two servers on one database and one store behind a real nginx; one of them at a time is killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../app/free-port.ts'
import { KillableServer } from './killable-server.ts'

const NGINX = '/usr/sbin/nginx'

export class ServerPair {
  /** The servers do not own the database. */
  readonly ownsDatabase = false
  readonly origin: string
  private readonly servers: readonly [KillableServer, KillableServer]
  private readonly config: string
  private readonly port: number
  private front: ChildProcess | null = null
  private killed = 0

  private constructor(folder: string, port: number, servers: readonly [KillableServer, KillableServer]) {
    this.port = port
    this.origin = `http://localhost:${port}`
    this.servers = servers
    this.config = join(folder, 'nginx.conf')
    const ports = servers.map((server) => server.port)
    writeFileSync(this.config, settings(folder, port, ports))
  }

  static async open(folder: string, env: Record<string, string>): Promise<ServerPair> {
    const port = await freePort()
    const own = { ...env, PUBLIC_URL: `http://localhost:${port}` }
    const make = async () => new KillableServer(folder, await freePort(), own)
    return new ServerPair(folder, port, [await make(), await make()])
  }

  /** Starts those that are not running. Returns the milliseconds it took. */
  async start(): Promise<number> {
    const began = performance.now()
    for (const server of this.servers) if (!server.lives) await server.start()
    if (this.front === null) await this.startFront()
    return performance.now() - began
  }

  /** kill -9 of one of them, alternating. */
  async kill(): Promise<void> {
    await this.servers[this.killed++ % 2]?.kill(false)
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()))
    this.front?.kill()
    this.front = null
  }

  fsck(): unknown[] {
    return this.servers[0].fsck()
  }

  private async startFront(): Promise<void> {
    this.front = spawn(NGINX, ['-c', this.config, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'ignore'] })
    while (!(await answers(this.port))) await pause(25)
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** As in docs/operating.md, except that every actor sends its own address. */
const settings = (folder: string, port: number, ports: readonly number[]) => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  upstream waybill {
    ${ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join('\n    ')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 65m;
    proxy_request_buffering off;
    proxy_buffering off;
    proxy_max_temp_file_size 0;
    proxy_read_timeout 120s;
    location / {
      proxy_pass http://waybill;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $http_x_forwarded_for;
      proxy_set_header Connection "";
    }
  }
}
`
