<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="keep" tilewidth="16" tileheight="16" tilecount="8" columns="8">
 <image source="keep.png" width="128" height="16"/>
 <tile id="0" type="floor"/>
 <tile id="1" type="wall"/>
 <tile id="2" type="deep water"/>
 <tile id="3">
  <properties>
   <property name="terrain" value="difficult"/>
  </properties>
 </tile>
 <tile id="4">
  <properties>
   <property name="floor" type="int" value="2"/>
  </properties>
 </tile>
 <tile id="5" type="stairs">
  <properties>
   <property name="floor" type="int" value="1"/>
  </properties>
 </tile>
 <tile id="6" type="enemy">
  <properties>
   <property name="hp" type="int" value="12"/>
  </properties>
 </tile>
 <tile id="7" type="moss"/>
</tileset>
