// JSON-RPC over the streams of a child process, without dependencies.
'use strict';

const { spawn } = require('child_process');

class Connection {
  /** Starts a server. `handlers` has a function for each request and notification that it may send. */
  constructor(command, args, handlers, ended) {
    this.handlers = handlers;
    this.waiting = new Map();
    this.last = 0;
    this.input = Buffer.alloc(0);
    this.process = spawn(command, args);
    this.process.stdout.on('data', (data) => this.receive(data));
    this.process.stderr.on('data', (data) => handlers.log(String(data)));
    this.process.stdin.on('error', () => {});
    const end = (reason) => {
      if (this.hasEnded) return;
      this.hasEnded = true;
      for (const { reject } of this.waiting.values()) reject(new Error(reason));
      ended(reason);
    };
    this.process.on('error', (error) => end(error.message));
    this.process.on('exit', (code, signal) => end(`mm lsp ended with ${signal || code}`));
  }

  receive(data) {
    this.input = Buffer.concat([this.input, data]);
    for (;;) {
      const end = this.input.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(this.input.toString('latin1', 0, end))[1]);
      if (this.input.length < end + 4 + length) return;
      const body = this.input.toString('utf8', end + 4, end + 4 + length);
      this.input = this.input.subarray(end + 4 + length);
      this.handle(JSON.parse(body));
    }
  }

  async handle(message) {
    if (message.method === undefined) {
      const request = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (!request) return;
      if (message.error) request.reject(new Error(message.error.message));
      else request.resolve(message.result);
      return;
    }
    const handler = this.handlers[message.method];
    if (message.id === undefined) {
      if (handler) handler(message.params);
      return;
    }
    const answer = { jsonrpc: '2.0', id: message.id };
    try {
      if (!handler) throw Object.assign(new Error(`no method ${message.method}`), { code: -32601 });
      answer.result = (await handler(message.params)) ?? null;
    } catch (error) {
      answer.error = { code: error.code ?? -32603, message: error.message };
    }
    this.send(answer);
  }

  send(message) {
    if (this.hasEnded) return;
    const body = Buffer.from(JSON.stringify(message));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.send({ jsonrpc: '2.0', method, params });
  }

  /** Sends a request, which a cancellation token of VS Code takes back. */
  request(method, params, token) {
    if (this.hasEnded) return Promise.reject(new Error('mm lsp has ended'));
    const id = ++this.last;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    token?.onCancellationRequested(() => this.notify('$/cancelRequest', { id }));
    this.send({ jsonrpc: '2.0', id, method, params });
    return answer;
  }

  async stop() {
    try {
      await this.request('shutdown');
      this.notify('exit');
    } catch {
      this.process.kill();
    }
  }
}

module.exports = { Connection };
