# A seat over a WebSocket for Godot 3.2 or newer: a node that keeps the creatures and plays nearest enemies.
# Set `address` and `token` to what `fivefoot serve FILE --port 8765` prints.
extends Node

signal answered(number, result)
signal told(moment)

export var address = "ws://127.0.0.1:8765"
export var token = ""

var socket = WebSocketClient.new()
var creatures = {}
var number = 0
var next = 0
var busy = true # until the board has been seen

func _ready():
	socket.set_buffers(4096, 1024, 64, 64) # kilobytes and packets, in and out
	socket.connect("connection_established", self, "_open")
	socket.connect("data_received", self, "_receive")
	for lost in ["connection_closed", "connection_error"]: socket.connect(lost, self, "_connect_again")
	socket.connect_to_url(address)

func _process(_delta):
	socket.poll()

func _connect_again(_clean = false):
	socket.call_deferred("connect_to_url", address)

func ask(call_name, args = {}): # use: var result = yield(ask("look"), "completed")
	number += 1
	var mine = number
	socket.get_peer(1).set_write_mode(WebSocketPeer.WRITE_MODE_TEXT)
	socket.get_peer(1).put_packet(to_json({"id": mine, "call": call_name, "args": args}).to_utf8())
	var found = [0, {}]
	while found[0] != mine: found = yield(self, "answered")
	return found[1]

func _receive():
	var line = parse_json(socket.get_peer(1).get_packet().get_string_from_utf8())
	if line.has("id"):
		if line.has("error"): push_warning(line["error"])
		var result = line.get("result")
		emit_signal("answered", int(line["id"]) if line["id"] != null else 0, result if result is Dictionary else {})
		return
	if line.has("state"): _see(line["state"]) # after an undo, or at a rematch
	for moment in line.get("moments", []): _tell(moment)
	if not busy: _play(line["waits"])

func _tell(moment):
	next = int(max(next, moment["event"]["seq"] + 1))
	for one in moment.get("changed", []): creatures[one["name"]] = one
	for gone in moment.get("gone", []): creatures.erase(gone)
	emit_signal("told", moment)

func _open(_protocol = ""):
	var missed = yield(ask("open", {"token": token, "since": next}), "completed")
	for i in len(missed["events"]): _tell({"event": missed["events"][i], "line": missed["lines"][i]})
	var seen = yield(ask("look"), "completed")
	_see(seen["state"])
	_play(seen["waits"])

func _see(state):
	creatures.clear()
	for one in state["creatures"]: creatures[one["name"]] = one

func _play(waits):
	busy = true
	while waits.has("turn") or waits.has("decision"):
		var result = yield(_turn(waits["turn"]) if waits.has("turn") else ask("answer", {"key": waits["decision"]["default"]}), "completed")
		waits = result.get("waits", {})
	busy = false

func _turn(who): # clicks on one enemy, then ends the turn
	for foe in creatures.values():
		if foe["side"] != creatures[who]["side"] and not foe.has("out"):
			var pressed = yield(ask("press", {"square": [foe["at"][0], foe["at"][1]], "who": foe["name"], "sure": true}), "completed")
			if pressed.get("played", false) and pressed["waits"].get("turn") != who: return pressed
			break
	return yield(ask("end"), "completed")
