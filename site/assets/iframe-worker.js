// Browsers start no worker from a file. There the search runs in a frame.
if (location.protocol === "file:")
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.body.appendChild(document.createElement("iframe"));
      frame.hidden = true;
      const sent = data => new MessageEvent("message", { data });
      const inside = frame.contentWindow;
      const script = inside.document.createElement("script");
      const loaded = new Promise(done => { script.onload = done; });
      script.src = url;
      inside.postMessage = data => this.dispatchEvent(sent(data));
      this.postMessage = data => loaded.then(() => inside.dispatchEvent(sent(data)));
      inside.document.body.append(script);
    }
  };
