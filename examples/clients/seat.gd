# A seat over a WebSocket for Godot 4: a node that keeps the creatures and plays nearest enemies.
# Set `address` and `token` to what `fivefoot serve FILE --port 8765` prints.
extends Node

signal answered(number: int, result: Dictionary)
signal told(moment: Dictionary)

@export var address := "ws://127.0.0.1:8765"
@export var token := ""

var socket := WebSocketPeer.new()
var creatures := {}
var number := 0
var next := 0
var opened := false
var busy := true # until the board has been seen

func _ready() -> void:
	socket.inbound_buffer_size = 1 << 22
	socket.connect_to_url(address)

func _process(_delta: float) -> void:
	socket.poll()
	if socket.get_ready_state() == WebSocketPeer.STATE_OPEN:
		if not opened: _open()
		while socket.get_available_packet_count() > 0:
			_hear(JSON.parse_string(socket.get_packet().get_string_from_utf8()))
	elif socket.get_ready_state() == WebSocketPeer.STATE_CLOSED and opened:
		opened = false
		socket.connect_to_url(address)

func ask(call_name: String, args := {}) -> Dictionary:
	number += 1
	var mine := number
	socket.send_text(JSON.stringify({"id": mine, "call": call_name, "args": args}))
	var found: Array = [0, {}]
	while found[0] != mine: found = await answered
	return found[1]

func _hear(line: Dictionary) -> void:
	if line.has("id"):
		if line.has("error"): push_warning(line["error"])
		answered.emit(int(line["id"]) if line["id"] != null else 0, line.get("result") if line.get("result") is Dictionary else {})
		return
	if line.has("state"): _see(line["state"]) # after an undo, or at a rematch
	for moment in line.get("moments", []): _tell(moment)
	if not busy: _play(line["waits"])

func _tell(moment: Dictionary) -> void:
	next = maxi(next, int(moment["event"]["seq"]) + 1)
	for one in moment.get("changed", []): creatures[one["name"]] = one
	for gone in moment.get("gone", []): creatures.erase(gone)
	told.emit(moment)

func _open() -> void:
	opened = true
	var missed := await ask("open", {"token": token, "since": next})
	for i in range(len(missed["events"])): _tell({"event": missed["events"][i], "line": missed["lines"][i]})
	var seen := await ask("look")
	_see(seen["state"])
	_play(seen["waits"])

func _see(state: Dictionary) -> void:
	creatures.clear()
	for one in state["creatures"]: creatures[one["name"]] = one

func _play(waits: Dictionary) -> void:
	busy = true
	while waits.has("turn") or waits.has("decision"):
		if waits.has("turn"): waits = await _turn(waits["turn"])
		else: waits = (await ask("answer", {"key": waits["decision"]["default"]})).get("waits", {})
	busy = false

func _turn(who: String) -> Dictionary: # clicks on one enemy, then ends the turn
	for foe in creatures.values():
		if foe["side"] != creatures[who]["side"] and not foe.has("out"):
			var pressed := await ask("press", {"square": foe["at"].slice(0, 2), "who": foe["name"], "sure": true})
			if pressed.get("played", false) and pressed["waits"].get("turn") != who: return pressed["waits"]
			break
	return (await ask("end")).get("waits", {})
