/** What a proxy has to say, by what is wrong without. */
export const NGINX_LINES = {
  host: 'proxy_set_header Host $host;',
  https: 'proxy_set_header X-Forwarded-Proto $scheme;',
  client: 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
  socket: `proxy_http_version 1.1;
proxy_set_header Upgrade $http_upgrade;
proxy_set_header Connection "upgrade";`,
} as const
